import type { ComponentProps } from 'react'
import { TextField } from '../../ui/form/Field'
import { useHydrated } from '../../ui/loading/useHydrated'

/** A date up to today; with `min`, from that day on, in the format of the guest's device. */
export function DateField(props: ComponentProps<typeof TextField>) {
  // The prerendered page does not know the day.
  const today = useHydrated() ? formatDay(new Date()) : undefined
  return <TextField autoComplete="off" {...props} type="date" max={props.min ? undefined : today} />
}

/** Returns the guest's date as yyyy-MM-dd. */
export function formatDay(date: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
