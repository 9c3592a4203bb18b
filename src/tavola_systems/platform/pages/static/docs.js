// Starts Swagger UI on the system's own description, with a demonstration token where there is one.
const place = document.getElementById("swagger");
const ui = window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: "list",
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
  onComplete: () => {
    if (place.dataset.token) ui.preauthorizeApiKey("token", place.dataset.token);
  },
});
