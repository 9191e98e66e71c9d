import { sendFeedback as sendFeedbackCall } from '@basalt/contract/feedback/feedback.endpoints.ts'
import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

/** Errors are displayed in the form. */
export const sendFeedback = mutationOptions({
  mutationFn: (body: { message: string; page?: string }) => call(sendFeedbackCall, { body }),
})
