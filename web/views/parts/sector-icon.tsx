import { Cog, HeartPulse, Landmark, type LucideIcon, Megaphone, MonitorSmartphone } from 'lucide-react'
import type { SectorIcon as SectorIconName } from '#web/content/sectors.ts'

const icons: Record<SectorIconName, LucideIcon> = {
  technology: MonitorSmartphone,
  healthcare: HeartPulse,
  finance: Landmark,
  marketing: Megaphone,
  engineering: Cog,
}

export function SectorIcon({ name }: { name: SectorIconName }) {
  const Icon = icons[name]
  return <Icon size={32} strokeWidth={1.5} aria-hidden="true" className="shrink-0 text-accent" />
}
