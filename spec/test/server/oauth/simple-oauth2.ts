import { createRequire } from 'node:module'

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

interface Flow {
  authorizeURL(params: Readonly<Record<string, string>>): string
  getToken(params: Readonly<Record<string, string>>): Promise<AccessToken>
}

/** The part of simple-oauth2 that the tests use; it has no types of its own. */
const simple: { readonly [K in 'AuthorizationCode' | 'ResourceOwnerPassword']: new (config: Config) => Flow } =
  createRequire(import.meta.url)('simple-oauth2')

export const { AuthorizationCode, ResourceOwnerPassword } = simple
