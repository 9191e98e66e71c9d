/** A message in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** The way out for mail, or what stands in a test's place. */
export interface Mailer {
  /** Answers for each mail why it was not sent, in words; undefined for what the mail server has taken. Never throws. */
  sendAll(mails: readonly Mail[]): Promise<(string | undefined)[]>
}
