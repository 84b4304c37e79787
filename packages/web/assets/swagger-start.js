/* The operations as Swagger UI shows them, in place of the plain list. */
const container = document.getElementById('api')
const dark = matchMedia('(prefers-color-scheme: dark)')
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', follow)
follow()

const nothing = () => () => null

/* Its parts in our page: no second main landmark, no choice of the one server, no button within a button. */
const ours = ({ React: { createElement } }) => ({
  wrapComponents: { CopyToClipboardBtn: nothing, JumpToPath: nothing },
  components: {
    OurLayout({ getComponent, specSelectors }) {
      const part = (name) => createElement(getComponent(name, true))
      const parts = ['errors', 'InfoContainer', 'AuthorizeBtnContainer', 'operations', 'Models']
      const isRead = specSelectors.loadingStatus() === 'success'
      return createElement(
        'div',
        { className: 'swagger-ui' },
        part('SvgAssets'),
        ...(isRead ? parts : ['errors']).map(part),
      )
    },
  },
})

/* What it leaves without a name, out of reach of the keyboard, or as another landmark of the same name. */
function dress() {
  for (const field of container.querySelectorAll('select:not([aria-label]), textarea:not([aria-label])'))
    field.setAttribute('aria-label', nameOf(field))
  for (const code of container.querySelectorAll('pre:not([tabindex])')) code.tabIndex = 0
  for (const table of container.querySelectorAll('table[role="region"]')) table.removeAttribute('role')
}

function nameOf(field) {
  if (field.matches('.body-param__text')) return 'Body'
  if (field.matches('.examples-select-element')) return 'Example'
  return field.closest('[data-param-name]')?.dataset.paramName ?? 'Media type'
}

let isDue = false
new MutationObserver(() => {
  if (isDue) return
  isDue = true
  requestAnimationFrame(() => {
    isDue = false
    dress()
  })
}).observe(container, { childList: true, subtree: true })

SwaggerUIBundle({
  url: container.dataset.document,
  domNode: container,
  plugins: [ours],
  layout: 'OurLayout',
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
  persistAuthorization: false,
  // Its colours are read by few, in either theme.
  syntaxHighlight: { activated: false },
})
