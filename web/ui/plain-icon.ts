import { createElement, type FunctionComponent, type SVGProps } from 'react'

interface IconData {
  name: string
  node: [tag: string, attributes: Record<string, string>][]
}
interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number
}

/** Replaces the function that makes lucide's icons in built pages (`scripts/build/plugins.ts`). */
export function plainIcon({ node }: IconData): FunctionComponent<IconProps> {
  return ({ size = 24, ...rest }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
