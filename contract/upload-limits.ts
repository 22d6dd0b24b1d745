/** Bytes of one uploaded file, and of a whole request with its documents. */
export const FILE_MAX_BYTES = 5 * 1024 * 1024

export const REQUEST_MAX_BYTES = 22 * 1024 * 1024

/** Pixels of a picture, width times height: more than a phone's camera takes, less than a flood. */
export const PICTURE_MAX_PIXELS = 40_000_000
