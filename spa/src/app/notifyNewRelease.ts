import { i18n } from '../i18n/i18n'
import { notify } from '../ui/overlay/notifications'

/** What is on screen is of the release before: it works on, and the guest says when the new one comes. */
export const notifyNewRelease = () =>
  void notify({
    text: i18n.t('app.release'),
    type: 'info',
    closeAfter: 60 * 60_000,
    action: { label: i18n.t('app.release-take'), onPress: () => location.reload() },
  })
