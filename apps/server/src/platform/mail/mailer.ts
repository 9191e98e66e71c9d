/** A message in plain text, and optionally the same in HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
}

/** Sends mail; tests have their own. */
export interface Mailer {
  /** Returns for each mail why it was not sent, as a sentence; undefined when the mail server accepted it. Never throws. */
  sendAll(mails: readonly Mail[]): Promise<(string | undefined)[]>
}
