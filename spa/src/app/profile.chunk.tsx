import { ProfilePage as Profile } from '../features/account/profile/ProfilePage'
import { useSignOut } from './shell/useSignOut'

/** The profile. It can sign the customer out everywhere, this browser too. */
export function ProfilePage() {
  return <Profile onSignOut={useSignOut()} />
}
