import {
  BriefcaseBusiness,
  Cog,
  FileSearch,
  HeartPulse,
  IndianRupee,
  Landmark,
  ListFilter,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  MonitorSmartphone,
  Signpost,
  UserSearch,
} from 'lucide-react'
import type { SectorIcon as SectorIconName, ServiceIcon as ServiceIconName } from '#web/content/pages.ts'

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

const serviceIcons: Record<ServiceIconName, LucideIcon> = {
  screening: ListFilter,
  staffing: BriefcaseBusiness,
  executive: UserSearch,
  payroll: IndianRupee,
  search: FileSearch,
  interview: MessagesSquare,
  counselling: Signpost,
}

export function ServiceIcon({ name }: { name: ServiceIconName }) {
  const Icon = serviceIcons[name]
  return <Icon size={32} strokeWidth={1.5} aria-hidden="true" />
}
