try {
  const { theme } = localStorage
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
if (/[?&](near|point)=/.test(location.search)) document.documentElement.dataset.near = ''
