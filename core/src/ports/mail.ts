/** A mail to one person, as plain text. */
export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Where mails leave the instance. */
export interface Mail {
  /** Resolves when the mail is taken over; rejects where it could not be, and may then be asked again. */
  readonly send: (message: MailMessage) => Promise<void>
}

declare module '../app/forge.js' {
  interface Forge {
    readonly mail: Mail
  }
}
