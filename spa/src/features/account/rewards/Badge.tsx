import type { ReactNode } from 'react'
import type { Achievement } from '../../../api/generated'

type Name = Achievement['badge']

const bun = '#d8882f'
const light = '#e9a94e'
const patty = '#42180e'
const cheese = '#ffb81c'
const leaf = '#7db434'
const steel = '#8a929b'

/** What is on each badge, in a square of 120. */
const drawings: Readonly<Record<Name, ReactNode>> = {
  /** A burger with a bite. */
  first: (
    <>
      <path fill={bun} d="M30 58c0-20 15-30 30-30 8 0 15 3 20 8-5 3-6 8-3 12-4 2-6 6-4 10z" />
      <path fill={light} d="M38 50c2-10 10-16 20-17-7 4-11 9-12 17z" />
      <path fill={leaf} d="m27 58 7 6 8-4 8 5 9-5 8 5 6-5-1-2z" />
      <path fill={patty} d="M29 66h42c-2 4 0 8 4 10H33a4 4 0 0 1-4-4z" />
      <path fill={bun} d="M31 78h46c2 4 6 5 10 4-2 6-6 8-10 8H41c-6 0-10-4-10-12z" />
    </>
  ),
  /** A grill over its fire. */
  grills: (
    <>
      <path fill={cheese} d="M44 56c-6-10 4-14 3-24 8 5 9 11 7 16 4-3 6-9 5-14 9 6 10 15 5 22z" />
      <path fill={cheese} d="M68 56c-2-5 2-8 2-13 5 3 6 8 4 13z" />
      <path fill={steel} d="M24 56h72v6H24z" />
      <path fill={patty} d="M28 62h64c0 18-14 26-32 26S28 80 28 62z" />
      <path fill={steel} d="m46 86-8 16h6l8-14zm28 0 8 16h-6l-8-14z" />
    </>
  ),
  /** The board of burgers. */
  burgers: (
    <>
      <path fill={patty} d="M24 28h72v64H24z" />
      {[0, 1, 2, 3].map((at) => (
        <g key={at} transform={`translate(${30 + (at % 2) * 32} ${36 + Math.floor(at / 2) * 28})`}>
          <path fill={bun} d="M0 10C0 3 6 0 14 0s14 3 14 10z" />
          <path fill={cheese} d="M0 11h28v4H0z" />
          <path fill={light} d="M0 16h28v2a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z" />
        </g>
      ))}
    </>
  ),
  /** A stack that needs a ladder. */
  stack: (
    <>
      <path fill={bun} d="M40 34c0-10 9-14 20-14s20 4 20 14z" />
      {[0, 1, 2, 3].map((at) => (
        <g key={at} transform={`translate(0 ${at * 15})`}>
          <path fill={leaf} d="M37 35h46v4H37z" />
          <path fill={patty} d="M40 39h40v7H40z" />
          <path fill={cheese} d="M38 46h44v3H38z" />
        </g>
      ))}
      <path fill={bun} d="M40 95h40v3a5 5 0 0 1-5 5H45a5 5 0 0 1-5-5z" />
    </>
  ),
}

/** Number of teeth of the seal. */
const teeth = 18

/** Outline of a bottle cap around the middle of a square of 120. */
const cap = Array.from({ length: teeth * 2 }, (_, at) => {
  const angle = (at * Math.PI) / teeth
  const radius = at % 2 ? 53 : 59
  return `${(60 + radius * Math.sin(angle)).toFixed(1)} ${(60 - radius * Math.cos(angle)).toFixed(1)}`
}).join('L')

/** The drawn badge of an achievement, on a bottle cap. Decorative. */
export function Badge({ name, className }: { name: Name; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 120 120" aria-hidden="true">
      <path d={`M${cap}z`} />
      <g>{drawings[name]}</g>
    </svg>
  )
}
