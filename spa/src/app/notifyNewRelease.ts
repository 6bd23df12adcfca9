import { i18n } from '../i18n/i18n'
import { notify } from '../ui/overlay/notifications'

/** Notifies of a new release. The old one keeps working; the user chooses when to reload. */
export const notifyNewRelease = () =>
  void notify({
    text: i18n.t('app.release'),
    type: 'info',
    closeAfter: 60 * 60_000,
    action: { label: i18n.t('app.release-take'), onPress: () => location.reload() },
  })
