export type JobTokenState = { readonly kind: 'none' } | { readonly kind: 'issued'; readonly digest: string }
