/** Pages for signing up and in. For the reason of one chunk see locations.chunk.ts. */
export { ConfirmEmailPage } from '../features/account/ConfirmEmailPage'
export { ForgotPasswordPage } from '../features/account/ForgotPasswordPage'
export { LoginPage } from '../features/account/LoginPage'
export { SetPasswordPage } from '../features/account/SetPasswordPage'
export { SignupPage } from '../features/account/SignupPage'
export { MyOrdersPage } from './myOrdersPage.chunk'
