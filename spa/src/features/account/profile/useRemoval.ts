import { useTranslation } from 'react-i18next'
import { notify } from '../../../ui/overlay/notifications'
import { useAction } from '../useAction'

/** Returns a function that removes an entry of a section and offers to restore it, and why its last call failed. */
export function useRemoval(section: string) {
  const { t } = useTranslation()
  const { run, failure } = useAction()
  const removeEntry = (name: string, remove: () => Promise<unknown>, restore: () => Promise<unknown>) =>
    run(async () => {
      await remove()
      document.getElementById(section)?.focus()
      notify({
        type: 'info',
        text: t('profile.removed', { name }),
        closeAfter: 10_000,
        action: { label: t('app.undo'), onPress: () => void run(restore) },
      })
    })
  return { removeEntry, failure }
}
