import { useTranslation } from 'react-i18next'
import { maxLengths } from './formSchemas'

/**
 * Words the broken rule of a field; its message is a key of the words. Most of them name their field; the summary of the form,
 * which stands apart from it, gives the label of the field to the one that does not.
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
