"""The page to sign up by a password."""

from allauth.account.views import SignupView as AllauthSignupView
from django.http import HttpResponse

from accounts.account_forms import SignupForm
from accounts.names import InvalidNameError
from accounts.texts import NAME_REFUSALS


class SignupView(AllauthSignupView):  # type: ignore[misc]
    """allauth's, with our form, and a refusal when somebody else was faster with the name."""

    form_class = SignupForm

    def form_valid(self, form: SignupForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except InvalidNameError as error:
            form.add_error("username", str(NAME_REFUSALS[error.code]))
            response = self.form_invalid(form)
        return response
