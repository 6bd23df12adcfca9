import { valibotResolver } from '@hookform/resolvers/valibot'
import { useEffect, useMemo } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useDispatch, useSelector } from 'react-redux'
import type { ApiError } from '../../../api/errors'
import { useGetPrimaryAddressQuery } from '../../../api/generated'
import { selectSignedIn } from '../../../api/session'
import { usePrefill } from '../../../ui/form/usePrefill'
import { type Billing, billingTyped, type Contact, selectBilling } from '../draft'
import { billingSchema } from '../formSchemas'

/**
 * Returns the form of a card's billing address with the rules of the location's country. Input survives navigation. Errors from the
 * server appear at their fields. A customer's own address is filled in.
 */
export function useBillingForm(
  country: string,
  { firstName, lastName }: Contact,
  rejection: ApiError | undefined,
): UseFormReturn<Billing> {
  const dispatch = useDispatch()
  const billing = useSelector(selectBilling)
  const resolver = useMemo(() => valibotResolver(billingSchema(country)), [country])
  const form = useForm<Billing>({
    // Default to the contact's name: most guests pay with their own card.
    defaultValues: { ...billing, cardholder: billing.cardholder || `${firstName} ${lastName}`.trim() },
    mode: 'onTouched',
    shouldFocusError: false,
    criteriaMode: 'all', // compare state and postal code even if other fields are invalid
    resolver,
  })
  const isSignedIn = useSelector(selectSignedIn)
  const { address: own } = useGetPrimaryAddressQuery(undefined, { skip: !isSignedIn }).data ?? {}
  useEffect(() => {
    const subscription = form.watch((typed) => dispatch(billingTyped(typed as Billing)))
    return () => subscription.unsubscribe()
  }, [form, dispatch])
  usePrefill(form, [own && { address: own.address, city: own.city, state: own.state, zip: own.zip }])
  useEffect(() => {
    for (const { pointer, code } of rejection?.problem?.problems ?? []) {
      const [, part, name] = pointer?.split('/') ?? []
      if (part === 'billing') form.setError(name as keyof Billing, { message: `problem.${code}` })
    }
  }, [rejection, form])
  return form
}
