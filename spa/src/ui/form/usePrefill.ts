import { useEffect, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

/**
 * Fills a form with what a customer's profile has, once it has loaded. Fields that belong together are a group: a group in which something
 * is entered is left alone, and a filled one is filled no second time, so that an emptied field stays empty.
 */
export function usePrefill<Fields extends FieldValues>(
  form: UseFormReturn<Fields>,
  groups: readonly (Partial<Fields> | undefined)[],
) {
  const filled = useRef(new Set<number>())
  const { isSubmitted } = form.formState
  useEffect(() => {
    for (const [nth, group] of groups.entries()) {
      if (!group || filled.current.has(nth)) continue
      filled.current.add(nth)
      const fields = Object.entries(group) as [Path<Fields>, PathValue<Fields, Path<Fields>>][]
      if (fields.some(([name]) => form.getValues(name))) continue
      for (const [name, value] of fields)
        if (value) form.setValue(name, value, { shouldValidate: isSubmitted })
    }
  })
}
