import { useTranslation } from 'react-i18next'
import { maxLengths } from './formSchemas'

/**
 * Returns a function that translates a field's broken rule; the message is a translation key. Most texts name their field; for the
 * others the form's error summary adds the field's label.
 */
export function useRuleText(): (
  field: string,
  key: string | undefined,
  label?: string,
) => string | undefined {
  const { t } = useTranslation()
  return (field, key, label) => {
    const max = maxLengths[field] ?? ''
    if (key === 'problem.field-too-long' && label) return t('checkout.too-long', { field: label, max })
    return key && t(key as 'problem.field-too-long', { max })
  }
}
