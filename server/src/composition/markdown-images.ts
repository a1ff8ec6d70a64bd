import type { ImageSources } from '@forgefold/adapters/markdown'
import { type AssetProxy, assetProxy, diagramRenderer } from '@forgefold/core/domains/instance/operation'
import { hostOf, type SettingsView } from '@forgefold/core/domains/instance/settings'

/** The URLs of images in rendered Markdown, according to the settings. */
export class MarkdownImages {
  readonly #settings: SettingsView
  readonly #externalUrl: string
  #proxy: AssetProxy | undefined

  constructor(settings: SettingsView, externalUrl: string) {
    this.#settings = settings
    this.#externalUrl = externalUrl
  }

  /** Loads the configured proxy at the start; later changes apply from the next start on (docs/decisions/settings-rulings.md). */
  loadProxy(): void {
    this.#proxy = assetProxy(this.#settings.current(), hostOf(this.#externalUrl))
  }

  sources(): ImageSources {
    const plantUml = diagramRenderer(this.#settings.current())
    return { externalUrl: this.#externalUrl, proxy: this.#proxy, plantUml }
  }
}
