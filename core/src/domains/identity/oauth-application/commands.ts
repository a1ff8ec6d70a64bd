/** What an applicant says; scopes and URIs as typed, still unchecked. */
export interface ApplicationDetails {
  readonly name: string
  readonly redirectUris: ReadonlyArray<string>
  readonly scopes: ReadonlyArray<string>
  readonly confidential: boolean
  readonly trusted: boolean
  readonly expiringTokens: boolean
}

export type OAuthApplicationCommand =
  | ({
      readonly type: 'Register'
      readonly uid: string
      readonly secretDigest: string
      readonly ownerId: number | null
    } & ApplicationDetails)
  | ({ readonly type: 'Change' } & Partial<ApplicationDetails>)
  | { readonly type: 'RenewSecret'; readonly secretDigest: string }
  | { readonly type: 'Delete' }
