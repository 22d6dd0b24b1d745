import { AboutUs } from './about-us.tsx'
import { Hero } from './hero.tsx'
import { MissionVision } from './mission-vision.tsx'
import { Testimonials } from './testimonials.tsx'
import { WhatWeDo } from './what-we-do.tsx'

export function HomeView() {
  return (
    <>
      <Hero />
      <AboutUs />
      <WhatWeDo />
      <MissionVision />
      <Testimonials />
    </>
  )
}
