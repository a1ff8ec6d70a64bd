/** A mail to one person, as plain text. */
export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mails of the instance. */
export interface Mail {
  /** Resolves when the mail has been accepted; rejects where it has not, and may then be repeated. */
  readonly send: (message: MailMessage) => Promise<void>
}

declare module '../app/forge.js' {
  interface Forge {
    readonly mail: Mail
  }
}
