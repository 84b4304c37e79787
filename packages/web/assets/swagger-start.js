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

SwaggerUIBundle({
  url: container.dataset.document,
  domNode: container,
  plugins: [ours],
  layout: 'OurLayout',
  defaultModelsExpandDepth: 0,
  docExpansion: 'list',
  validatorUrl: null,
  persistAuthorization: false,
})
