/** A template file. */
export interface Template {
  readonly key: string
  readonly name: string
  readonly content: string
}

/** A licence template; `[year]`, `[fullname]` and `[project]` in its text are placeholders. */
export interface LicenseTemplate extends Template {
  readonly nickname: string | null
  readonly popular: boolean
  readonly description: string
  readonly conditions: ReadonlyArray<string>
  readonly permissions: ReadonlyArray<string>
  readonly limitations: ReadonlyArray<string>
}

/** The text of a licence for one project: missing values stay placeholders, except the year. */
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
