/* Replaces the gateway's jQuery. The simulated script needs only these names. */
window.jQuery ??= function jQueryStandIn() {}
window.jQuery.fn ??= {}
window.$ ??= window.jQuery
