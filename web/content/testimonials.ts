export interface Testimonial {
  id: string
  name: string
  /** The two letters drawn as the portrait. */
  monogram: string
  text: string
}

/** Fixed sample content. */
export const testimonials: Testimonial[] = [
  {
    id: 'anita-patel',
    name: 'Anita Patel',
    monogram: 'AP',
    text: 'We asked for three quality engineers and met five people, every one of them worth the hour. Two are now leading shifts. Nobody sent us a pile of CVs and hoped.',
  },
  {
    id: 'rahul-mehta',
    name: 'Rahul Mehta',
    monogram: 'RM',
    text: 'It was my first job and I did not know what to ask. They went through the offer with me line by line, told me what was normal, and called again after my first week.',
  },
  {
    id: 'farah-shaikh',
    name: 'Farah Shaikh',
    monogram: 'FS',
    text: 'Our clinic needed a night nurse within ten days. They said on day one what was possible and what was not, and the person they found is still with us.',
  },
]
