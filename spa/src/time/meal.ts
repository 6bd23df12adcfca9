type Meal = 'breakfast' | 'lunch' | 'dinner' | 'late'

/** What people call what they eat at that hour. */
export function mealAt(instant: string, zone: string): Meal {
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone }).format(
      new Date(instant),
    ),
  )
  if (hour < 4 || hour >= 22) return 'late'
  if (hour < 11) return 'breakfast'
  return hour < 16 ? 'lunch' : 'dinner'
}
