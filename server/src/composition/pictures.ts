import { type Pictures, plantUmlAddress, throughProxy } from '@forgefold/adapters/markdown'
import { type AssetProxy, assetProxy, diagramRenderer } from '@forgefold/core/domains/instance/operation'
import { hostOf, type SettingsView } from '@forgefold/core/domains/instance/settings'

/** Pictures in rendered Markdown as the settings want them. */
export class MarkdownPictures implements Pictures {
  readonly #settings: SettingsView
  readonly #externalUrl: string
  #proxy: AssetProxy | undefined

  constructor(settings: SettingsView, externalUrl: string) {
    this.#settings = settings
    this.#externalUrl = externalUrl
  }

  /** Takes the proxy that is set now, to be called at the start: what is set later counts from the next one (docs/decisions/settings-rulings.md). */
  settle(): void {
    this.#proxy = assetProxy(this.#settings.current(), hostOf(this.#externalUrl))
  }

  readonly instead = (src: string): string | undefined =>
    this.#proxy === undefined ? undefined : throughProxy(src, this.#proxy, this.#externalUrl)

  readonly ofDiagram = (language: string, source: string): string | undefined => {
    const renderer = language === 'plantuml' ? diagramRenderer(this.#settings.current()) : undefined
    return renderer === undefined ? undefined : plantUmlAddress(renderer, source)
  }
}
