type Dispatch = (action: unknown) => void

interface Lifecycle<Answer> {
  dispatch: Dispatch
  queryFulfilled: Promise<{ data: Answer }>
}

/** Returns a handler of a call that stores its answer. */
export const storing =
  <Answer, Asked = unknown>(store: (answer: Answer, dispatch: Dispatch, asked: Asked) => void) =>
  async (asked: Asked, { dispatch, queryFulfilled }: Lifecycle<Answer>) => {
    try {
      store((await queryFulfilled).data, dispatch, asked)
    } catch {
      // The caller handles the error.
    }
  }
