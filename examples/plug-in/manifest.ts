/** What the plug-in asks for. The address of this document is also its name at the authorization server. */

export const TYPE = 'recipe'

/** @param url the address of the program */
export const manifestAt = (url: string): object => ({
  client_id: `${url}/notegraph.json`,
  client_name: 'Recipe times',
  client_uri: `${url}/`,
  redirect_uris: [`${url}/callback`],
  grant_types: ['authorization_code', 'refresh_token'],
  scope: 'notes:read notes:write',
  initiate_login_uri: `${url}/connect`,
  notegraph: {
    description: 'Adds up the minutes that a recipe takes.',
    events: { url: `${url}/events` },
    page_types: [
      {
        type: TYPE,
        label: 'Recipe',
        plural: 'Recipes',
        fields: [
          { key: 'preparation', label: 'Preparation', kind: 'text' },
          { key: 'cooking', label: 'Cooking', kind: 'text' },
          { key: 'total', label: 'Total', kind: 'text' },
          { key: 'cook', label: 'Cook', kind: 'ref', of: 'person' },
        ],
      },
    ],
  },
})
