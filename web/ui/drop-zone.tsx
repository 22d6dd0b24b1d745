import { useEffect, useState, type DragEvent, type ReactNode } from 'react'

interface DropZoneProps {
  onDrop(files: File[]): void
  invalid: boolean
  children: ReactNode
}

/** A place for files to be dropped on, around the button that does the same. */
export function DropZone({ onDrop, invalid, children }: DropZoneProps) {
  const [over, setOver] = useState(false)
  useDropsOutside()

  function enter(event: DragEvent) {
    if (!holdsFiles(event.dataTransfer)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  function leave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  function drop(event: DragEvent) {
    if (!holdsFiles(event.dataTransfer)) return
    event.preventDefault()
    setOver(false)
    onDrop([...event.dataTransfer.files])
  }
  return (
    <div
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      className="drop-zone"
      onDragEnter={enter}
      onDragOver={enter}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
    </div>
  )
}

/** A file dropped beside a zone would open in place of the page, and everything typed would be gone. */
function useDropsOutside() {
  useEffect(() => {
    function refuse(event: globalThis.DragEvent) {
      if (event.defaultPrevented || !event.dataTransfer || !holdsFiles(event.dataTransfer)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])
}

function holdsFiles(data: DataTransfer): boolean {
  return data.types.includes('Files')
}
