import { dishes } from 'virtual:drawings'
import { useRef } from 'react'
import type { Given } from '../../../api/generated'
import { useDrawingSheet } from '../../../food/drawingSheets'
import { useMarket } from '../../../market/useMarket'
import styles from './Mystery.module.css'
import { smallBurger } from './smallBurger'

interface WrappedTrayProps {
  /** The opened reward; absent while wrapped. */
  prize?: Pick<Given, 'points' | 'picture'>
  /** There is no tray yet: its shadow. */
  waiting: boolean
}

/** A tray wrapped in butcher paper. Its halves come apart when it is opened. Decorative. */
export function WrappedTray({ prize, waiting }: WrappedTrayProps) {
  return (
    <svg
      className={styles.tray}
      viewBox="0 0 320 210"
      aria-hidden="true"
      data-opened={prize && true}
      data-waiting={waiting || undefined}
    >
      <g className={styles.inside}>
        {prize?.points ? <Points count={prize.points} /> : <Coupon picture={prize?.picture} />}
      </g>
      <g className={styles.left}>
        <path fill="#ecd6ae" d="M160 44 74 66c-10 3-14 10-14 18l-6 98h106z" />
        <path fill="#d9bd8b" d="M160 44 74 66l86 22zM54 182l4-60 40 60z" />
      </g>
      <g className={styles.right}>
        <path fill="#ecd6ae" d="m160 44 86 22c10 3 14 10 14 18l6 98H160z" />
        <path fill="#c9aa74" d="m160 44 86 22-86 22zM266 182l-4-60-40 60z" />
      </g>
      <g className={styles.string}>
        <path fill="#1d1410" d="M154 42h12v140h-12z" />
        <path
          fill="#1d1410"
          d="M160 50c-10-30-52-42-58-26-5 14 30 24 58 26zm-14-8c-16-3-34-10-33-15 2-7 24 0 33 15z"
        />
        <path
          fill="#1d1410"
          d="M160 50c10-30 52-42 58-26 5 14-30 24-58 26zm14-8c16-3 34-10 33-15-2-7-24 0-33 15z"
        />
      </g>
      <path fill="#c9ced4" d="M20 180h280l-5 10H25z" />
      <path fill="#8a929b" d="M25 190h270l-14 18H39z" />
      <path fill="#6c747d" d="M190 190h105l-14 18H150z" />
    </svg>
  )
}

/** Width of the number in the units of the drawing, and its maximum height. */
const numberWidth = 250
const numberHeight = 128

/** Width of a character of the poster font in its size. */
const characterWidth = 0.74

function Points({ count }: { count: number }) {
  const { lang } = useMarket()
  const text = `+${new Intl.NumberFormat(lang).format(count)}`
  const size = Math.min(numberHeight, numberWidth / (text.length * characterWidth))
  return (
    <text className={styles.number} x="160" y="176" fontSize={Math.floor(size)}>
      {text}
    </text>
  )
}

/** A coupon with the dish that it gives, else a burger, and the stub to tear off. */
function Coupon({ picture }: Pick<Given, 'picture'>) {
  const slug = picture?.replace('dishes/', '') ?? ''
  const [sheet, height] = dishes[slug] ?? []
  const box = useRef<SVGGElement>(null)
  useDrawingSheet(sheet, box)
  return (
    <g ref={box}>
      <path fill="#fff4da" d="M48 66h152v114H48v-42a15 15 0 0 0 0-30z" />
      <path fill="#ffda00" d="M204 66h68v42a15 15 0 0 0 0 30v42h-68z" />
      <path
        fill="#bf2126"
        d="M222 86h32v8h-32zm0 15h24v8h-24zm0 15h32v8h-32zm0 15h24v8h-24zm0 15h32v8h-32z"
      />
      {sheet ? (
        <svg aria-hidden="true" x="62" y="72" width="126" height="102" viewBox={`0 0 320 ${height}`}>
          <use href={`#dish-${slug}`} />
        </svg>
      ) : (
        <g transform="translate(70 52) scale(.9)">{smallBurger}</g>
      )}
    </g>
  )
}
