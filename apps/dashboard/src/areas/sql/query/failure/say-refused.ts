import { toast } from '../../../../ui/feedback/toast.ts'

/** Tells why something could not be done with a text. */
export const sayRefused = (title: string) => (error: Error) => {
  const [description] = error.message.split('\n')
  toast({ tone: 'critical', title, description, id: 'sql-refused' })
}
