import { useEffect } from 'react'
import { useHoliday } from '../../api/holiday'

/** Tells the shell whether holiday orders are taken, from when somebody looks at the menu. */
export function Holiday({ onHoliday }: { onHoliday: (holiday: boolean) => void }) {
  const holiday = useHoliday()
  useEffect(() => onHoliday(holiday), [holiday, onHoliday])
  return null
}
