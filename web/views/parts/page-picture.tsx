interface Formats {
  avif: string
  webp: string
}

export interface PageArt {
  /** The crop for smaller screens, and where it is shown. */
  tall: Formats
  tallMedia: string
  wide: Formats
  /** Of the wide picture, in pixels. */
  width: number
  height: number
}

/** The picture that opens a page: sized, asked for first, never lazy; it says nothing, so it has no text. */
export function PagePicture({ tall, tallMedia, wide, width, height }: PageArt) {
  return (
    <picture>
      <source media={tallMedia} type="image/avif" srcSet={tall.avif} />
      <source media={tallMedia} type="image/webp" srcSet={tall.webp} />
      <source type="image/avif" srcSet={wide.avif} />
      <img src={wide.webp} width={width} height={height} alt="" fetchPriority="high" />
    </picture>
  )
}
