import { toast } from '../../../../ui/feedback/toast.ts'

/** Returns an error handler that displays the first line of the error in a toast. */
export const toastFailure = (title: string) => (error: Error) => {
  const [description] = error.message.split('\n')
  toast({ tone: 'critical', title, description, id: 'sql-refused' })
}
