type Meal = 'any' | 'lunch' | 'dinner' | 'late'

/** mealAt returns the meal at this hour; 'any' in the morning, when guests order burgers and breakfast alike. */
export function mealAt(instant: string, zone: string): Meal {
  const hour = Number(
    new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone }).format(
      new Date(instant),
    ),
  )
  if (hour < 4 || hour >= 22) return 'late'
  if (hour < 11) return 'any'
  return hour < 16 ? 'lunch' : 'dinner'
}
