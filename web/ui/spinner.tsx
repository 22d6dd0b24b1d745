import { LoaderCircle } from 'lucide-react'
import './spinner.css'

/** Says «busy» to the eye only; under reduced motion it stands still. */
export function Spinner({ className = '' }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`spinner size-6 shrink-0 ${className}`} />
}
