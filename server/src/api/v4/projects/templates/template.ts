/** A file to begin with. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly content: string
}

/** A licence to begin with; `[year]`, `[fullname]` and `[project]` in its text are placeholders. */
export interface LicenseTemplate extends Template {
  readonly nickname: string | null
  readonly popular: boolean
  readonly description: string
  readonly conditions: ReadonlyArray<string>
  readonly permissions: ReadonlyArray<string>
  readonly limitations: ReadonlyArray<string>
}

/** A licence's text for one project: what is not given stays a placeholder, except the year. */
export const filledIn = (
  { content }: LicenseTemplate,
  {
    year,
    fullname,
    project,
  }: { readonly year: number; readonly fullname?: string | undefined; readonly project?: string | undefined },
): string =>
  content
    .replaceAll('[year]', String(year))
    .replaceAll('[fullname]', () => fullname ?? '[fullname]')
    .replaceAll('[project]', () => project ?? '[project]')
