import { renderHook } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { usePrefill } from './usePrefill'

type Fields = { firstName: string; lastName: string; phone: string }
const blank: Fields = { firstName: '', lastName: '', phone: '' }
const names = { firstName: 'Anna', lastName: 'Lopez' }

/** Returns the form of a page on which this was entered before the profile loads. */
function show(entered: Partial<Fields>) {
  const loading: (Partial<Fields> | undefined)[] = [undefined, undefined]
  const { result, rerender } = renderHook(
    (groups: typeof loading) => {
      const form = useForm<Fields>({ defaultValues: { ...blank, ...entered } })
      usePrefill(form, groups)
      return form
    },
    { initialProps: loading },
  )
  return { form: result.current, load: rerender }
}

test('a profile fills the empty form once it has loaded', () => {
  const { form, load } = show({})
  load([names, undefined])
  expect(form.getValues()).toEqual({ ...blank, ...names })
  load([names, { phone: '(918) 555-0142' }])
  expect(form.getValues('phone')).toBe('(918) 555-0142')
})

test('what was entered stays, with the fields that belong to it', () => {
  const { form, load } = show({ firstName: 'June' })
  load([names, { phone: '(918) 555-0142' }])
  expect(form.getValues()).toEqual({ firstName: 'June', lastName: '', phone: '(918) 555-0142' })
})

test('an emptied field is not filled again', () => {
  const { form, load } = show({})
  load([names, { phone: '1' }])
  form.setValue('phone', '')
  load([{ ...names }, { phone: '1' }])
  expect(form.getValues('phone')).toBe('')
})
