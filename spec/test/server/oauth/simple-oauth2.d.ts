/** The part of simple-oauth2 that the tests use; it has no types of its own. */
declare module 'simple-oauth2' {
  interface Config {
    readonly client: { readonly id: string; readonly secret: string }
    readonly auth: {
      readonly tokenHost: string
      readonly tokenPath: string
      readonly revokePath: string
      readonly authorizePath?: string
    }
  }
  interface AccessToken {
    readonly token: Readonly<Record<string, unknown>>
    expired(): boolean
    refresh(): Promise<AccessToken>
    revokeAll(): Promise<void>
  }
  export class AuthorizationCode {
    constructor(config: Config)
    authorizeURL(params: Readonly<Record<string, string>>): string
    getToken(params: Readonly<Record<string, string>>): Promise<AccessToken>
  }
  export class ResourceOwnerPassword {
    constructor(config: Config)
    getToken(params: Readonly<Record<string, string>>): Promise<AccessToken>
  }
}
