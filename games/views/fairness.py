"""How the service keeps itself honest, in plain words, and the check of a commitment."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from engine.codes import parse_code
from engine.commitment import check_commitment
from engine.errors import EngineError


class CommitmentForm(forms.Form):
    """What a closed challenge publishes. The salt is hashed as it is written."""

    hash = forms.RegexField(
        r"\A[0-9a-fA-F]{64}\Z",
        label=_("Commitment"),
        help_text=_("64 hexadecimal digits, published before the deal opened."),
        error_messages={"invalid": _("A commitment has 64 hexadecimal digits.")},
    )
    salt = forms.RegexField(
        r"\A[0-9a-fA-F]{32}\Z",
        label=_("Salt"),
        help_text=_("32 hexadecimal digits, published at closing."),
        error_messages={"invalid": _("A salt has 32 hexadecimal digits.")},
    )
    code = forms.CharField(
        label=_("Game code"), help_text=_("Published at closing."), max_length=80
    )

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        for field in self.fields.values():
            field.widget.attrs |= {
                "autocomplete": "off",
                "autocapitalize": "none",
                "spellcheck": "false",
                "class": "code",
            }

    def clean_code(self) -> str:
        """In its canonical form, which is what was hashed."""
        try:
            return parse_code(self.cleaned_data["code"]).text
        except EngineError as error:
            raise forms.ValidationError(_("This is no game code.")) from error


@require_safe
def fairness_page(request: HttpRequest) -> HttpResponse:
    return render(request, "documents/fairness.html")


@require_safe
def commitment_page(request: HttpRequest) -> HttpResponse:
    """Asks the engine alone: no table, nothing stored. An address with all three fields answers
    at once, so a challenge's page can link to its own check."""
    form = CommitmentForm(request.GET or None)
    given = form.cleaned_data if form.is_valid() else None
    kept = check_commitment(given["hash"], given["salt"], given["code"]) if given else None
    context = {"form": form, "given": given, "kept": kept}
    return render(request, "documents/commitment.html", context)
