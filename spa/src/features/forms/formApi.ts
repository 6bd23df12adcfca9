import { useDispatch } from 'react-redux'
import { type Form, type GetFormTokenApiResponse, generated, type Receipt } from '../../api/generated'

const { endpoints } = generated

/** The call of each kind of form, as the content's form blocks name it. */
const sends = {
  review: endpoints.sendReview,
  feedback: endpoints.sendFeedback,
  talk: endpoints.sendTalk,
  'catering-feedback': endpoints.sendCateringFeedback,
  contest: endpoints.enterContest,
  'job-application': endpoints.applyForJob,
  ccpa: endpoints.askPrivacy,
  'do-not-sell': endpoints.doNotSell,
} as const

export type FormKind = keyof typeof sends

type Run = <Answer>(call: unknown) => { unwrap: () => Promise<Answer> }

/** Calls of a form: of any kind, because all are sent the same way. */
export function useFormCalls() {
  const run = useDispatch() as Run
  return {
    fetchToken: () =>
      run<GetFormTokenApiResponse>(
        endpoints.getFormToken.initiate(undefined, { forceRefetch: true, subscribe: false }),
      ).unwrap(),
    send: (kind: FormKind, key: string, form: Form) =>
      run<Receipt>(sends[kind].initiate({ 'Idempotency-Key': key, form })).unwrap(),
  }
}
