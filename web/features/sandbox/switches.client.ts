import { switchesCookie } from '#contract/schemas/sandbox.ts'

function wireSwitches(root: HTMLElement): void {
  const boxes = [...root.querySelectorAll<HTMLInputElement>('input')]
  const kept = document.cookie.split('; ').find((one) => one.startsWith(`${switchesCookie}=`)) ?? ''
  const on = kept.slice(switchesCookie.length + 1).split('.')
  for (const box of boxes) box.checked = on.includes(box.name)
  root.addEventListener('change', () => {
    const names = boxes.filter(({ checked }) => checked).map(({ name }) => name)
    // Of the sandbox's folder alone, in which the gateway's script lies.
    document.cookie = `${switchesCookie}=${names.join('.')}; path=/sandbox; samesite=lax`
  })
}

document.querySelectorAll<HTMLElement>('[data-switches]').forEach(wireSwitches)
