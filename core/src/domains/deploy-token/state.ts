export type DeployTokenState = { readonly kind: 'none' } | { readonly kind: 'issued'; readonly revoked: boolean }
