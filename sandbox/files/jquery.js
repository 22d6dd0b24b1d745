/* Stands where the gateway keeps jQuery. Its stand-in needs none, only the names that the page and the script look for. */
window.jQuery ??= function jQueryStandIn() {}
window.jQuery.fn ??= {}
window.$ ??= window.jQuery
