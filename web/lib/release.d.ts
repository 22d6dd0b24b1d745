/** The version in package.json, put in as the pages are built. */
declare const __RELEASE__: string
