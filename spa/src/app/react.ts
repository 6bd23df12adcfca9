/** React's renderer. In its own file, so that the build evaluates it together with React, apart from the site's code. */
export { createRoot, hydrateRoot } from 'react-dom/client'
