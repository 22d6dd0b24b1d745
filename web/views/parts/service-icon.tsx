import {
  BriefcaseBusiness,
  FileSearch,
  IndianRupee,
  ListFilter,
  type LucideIcon,
  MessagesSquare,
  Signpost,
  UserSearch,
} from 'lucide-react'
import type { ServiceIcon as ServiceIconName } from '#web/content/services.ts'

const icons: Record<ServiceIconName, LucideIcon> = {
  screening: ListFilter,
  staffing: BriefcaseBusiness,
  executive: UserSearch,
  payroll: IndianRupee,
  search: FileSearch,
  interview: MessagesSquare,
  counselling: Signpost,
}

export function ServiceIcon({ name }: { name: ServiceIconName }) {
  const Icon = icons[name]
  return <Icon size={32} strokeWidth={1.5} aria-hidden="true" />
}
