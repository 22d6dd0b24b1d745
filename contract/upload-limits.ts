/** Most bytes of one file, and of a request with its documents. */
export const FILE_MAX_BYTES = 5 * 1024 * 1024

export const REQUEST_MAX_BYTES = 22 * 1024 * 1024

/** Most pixels of a picture: more than phone cameras have, and little enough to decode. */
export const PICTURE_MAX_PIXELS = 40_000_000
